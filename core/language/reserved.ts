/** What asy's grammar keeps for itself, as far as definitions are concerned. */

export const MODIFIERS = new Set(['private', 'public', 'restricted', 'static', 'const', 'explicit', 'autounravel']);
const IMPORTS = new Set(['import', 'access', 'include', 'from', 'unravel']);
/** Names that are never the type or the name of anything. */
export const RESERVED = new Set(
  'and as atleast break continue controls curl cycle do else enum for if new return struct tension this typedef using while'
    .split(' ')
    .concat([...MODIFIERS, ...IMPORTS]),
);
