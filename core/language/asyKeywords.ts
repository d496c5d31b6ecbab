/** The words that Asymptote itself gives a meaning, for colouring. Names of modules come from the generated tables. */

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

export const KEYWORDS = words(`
  and access as atleast autounravel break const continue controls curl cycle do else enum explicit for from if import
  include new operator permission private public quote restricted return static struct tension this typedef unravel
  using while
`);

export const TYPES = words(`
  bool bool3 code file frame guide int pair path path3 pen picture real string surface transform transform3 triple var
  void Label arrowbar margin projection light material guide3 filltype marker tickmodifier ticks scaleT revolution slice
`);

export const CONSTANTS = words(`
  true false null pi infinity inf nan currentpicture currentpen currentprojection defaultpen nullpath nullpen unitcircle
  unitsquare identity intMax realMax realMin realEpsilon
`);

export const UNITS = words('bp cm inches inch mm pt');
