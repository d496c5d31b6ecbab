/** How Chromium is started for measurements: the browser that people have. */
export const LAUNCH_OPTIONS = {
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
  ],
};

/** For tests: it draws the same, and without windows around it a page takes a little more than half of the time. */
export const TEST_LAUNCH_OPTIONS = { ...LAUNCH_OPTIONS, executablePath: '/usr/lib/chromium/chromium-headless-shell' };

export const VIEWPORT = { width: 1440, height: 900 };
