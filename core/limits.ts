/**
 * Every limit of the product, with its unit in its name, in one place.
 *
 * The jail, the denials, the pages and the documents all read these files, so that they cannot disagree. What an
 * operator may change is a setting in platform/config with its default taken from here. What concerns one endpoint alone
 * stands with it: core/{links,periodic,prc,render,taskgraph}/limits.ts.
 */
export * from './limits/front';
export * from './limits/process';
export * from './limits/queue';
export * from './limits/storage';
export * from './limits/submission';
export * from './limits/worker';
