/** The pages of the admin, each with an address of its own, and the panels on them. `overview` is `/admin` itself. */

const ADMIN_SECTIONS = {
  overview: ['charts', 'heat'],
  queue: ['classes', 'levels', 'decisions', 'estimates'],
  tasks: ['tasks'],
  failures: ['failures'],
  backends: ['backends', 'timeline'],
  clients: ['clients', 'requests'],
  links: ['links'],
  cache: ['cache'],
  periodic: ['periodic'],
  graphs: ['graphs'],
  announcement: ['house'],
  webhooks: ['webhooks', 'windows'],
  tokens: ['tokens', 'sessions'],
  audit: ['audit'],
} as const;

export type SectionName = keyof typeof ADMIN_SECTIONS;

export const SECTION_NAMES = Object.keys(ADMIN_SECTIONS).filter(isSectionName);
const FOR_ADMINS: ReadonlySet<SectionName> = new Set<SectionName>(['webhooks', 'tokens', 'audit']);
const ROOT = '/admin';

function isSectionName(name: string): name is SectionName {
  return Object.hasOwn(ADMIN_SECTIONS, name);
}

export function isForAdmins(section: SectionName): boolean {
  return FOR_ADMINS.has(section);
}

export function addressOf(section: SectionName): string {
  return section === 'overview' ? ROOT : `${ROOT}/${section}`;
}

/** The section of a path; undefined if there is none. */
export function sectionAt(path: string): SectionName | undefined {
  return SECTION_NAMES.find((name) => addressOf(name) === path);
}

/** Where a panel is. All panels once stood on one page, and links such as `/admin#backends` are still about. */
export function sectionOf(panel: string): SectionName | undefined {
  return SECTION_NAMES.find((name) => ADMIN_SECTIONS[name].some((one) => one === panel));
}
