import { SOME } from './equality/all';
import { equalitySuite } from './equality/suite';

/** The small version of what `npm run soak` compares. */
equalitySuite(SOME);
