// For vitest: writes the names of the tests that passed only when they were tried again to $FLAKY_REPORT.
import { writeFileSync } from 'node:fs';

export default class FlakyReporter {
  /** @param {ReadonlyArray<import('vitest/node').TestModule>} modules */
  onTestRunEnd(modules) {
    const file = process.env.FLAKY_REPORT;
    if (file === undefined) return;
    const flaky = modules
      .flatMap((module) => [...module.children.allTests()])
      .filter((test) => test.diagnostic()?.flaky);
    writeFileSync(file, JSON.stringify(flaky.map((test) => `${test.module.moduleId}: ${test.fullName}`)));
  }
}
