import { ALL } from './equality/all';
import { equalitySuite } from './equality/suite';

equalitySuite(ALL);
