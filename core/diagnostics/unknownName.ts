import { closest } from '@/core/closest';
import { KEYWORDS } from '@/core/language/asyKeywords';
import { DIAGNOSIS_LIMITS } from '@/core/limits';
import { explain } from '@/core/explanations';
import { told, type Problem } from './problems';

/** What the person may have meant by a name that asy does not know. */

const UNKNOWN = /^No (?:matching (?:variable|function)|type of name) '([\p{L}_][\p{L}\p{N}_]*)(?:\(.*)?'$/u;

/** Nobody writes one of the other keywords in the place of a value. */
const VALUES: ReadonlySet<string> = new Set(['cycle', 'this']);
const NEVER_MEANT: ReadonlySet<string> = new Set(KEYWORDS.filter((word) => !VALUES.has(word)));

/** The name that a problem is about, if the trouble is the name. */
export function unknownName({ message }: Problem): string | undefined {
  const name = UNKNOWN.exec(message)?.[1];
  return name !== undefined && name.length <= DIAGNOSIS_LIMITS.maxNeedleUnits ? name : undefined;
}

/** The module that a problem is about, if there is none of that name. */
export function unknownModule({ explanation }: Problem): string | undefined {
  const name = explanation?.code === 'moduleNotFound' ? explanation.values.name : undefined;
  return typeof name === 'string' && name.length <= DIAGNOSIS_LIMITS.maxNeedleUnits ? name : undefined;
}

/** `modules` are all that could be imported. */
export function withModule(problem: Problem, modules: readonly string[]): Problem {
  const name = unknownModule(problem);
  const meant = name === undefined ? undefined : closest(name, modules);
  if (meant === undefined || problem.explanation === undefined) return problem;
  return { ...problem, ...told(explain('didYouMean', { message: problem.explanation, name: meant })) };
}

/** `names` are all that asy would know there; earlier ones win where two are equally near. */
export function withSuggestion(problem: Problem, names: readonly string[]): Problem {
  const name = unknownName(problem);
  // A function that is there was called with other arguments: its name is not the trouble.
  if (name === undefined || names.includes(name)) return problem;
  const values = names.filter((other) => !NEVER_MEANT.has(other));
  const sameStart = values.filter((other) => other[0]?.toLowerCase() === name[0]?.toLowerCase());
  const sameLetters = values.find((other) => other.toLowerCase() === name.toLowerCase());
  const meant = sameLetters ?? closest(name, sameStart) ?? closest(name, values);
  if (meant === undefined) return problem;
  return { ...problem, ...told(explain('didYouMean', { message: problem.message, name: meant })) };
}
