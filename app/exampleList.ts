import type { Example } from '@/components/model/example';
import { examples as english } from '@/messages/en/examples';
import { exampleFiles } from './exampleFiles';
import { pageTranslator } from './translator';

/** The examples as pages list them: in the language of the page, without code and pictures, in the order of the groups. */

type Group = keyof typeof english.groups;
type Name = keyof typeof english.titles;
const GROUPS = Object.keys(english.groups) as Group[];

function groupOf(name: string): Group {
  return GROUPS.find((group) => name.startsWith(`${group}-`)) ?? 'geometry';
}

function isTitled(name: string): name is Name {
  return Object.hasOwn(english.titles, name);
}

export async function exampleList(): Promise<Example[]> {
  const t = await pageTranslator('examples');
  return [...exampleFiles().values()]
    .map(({ name, picture }) => ({ name, picture, group: groupOf(name) }))
    .sort((one, other) => GROUPS.indexOf(one.group) - GROUPS.indexOf(other.group))
    .map(({ name, picture, group }) => ({
      name,
      picture,
      group: t(`groups.${group}`),
      // One that somebody has added to this server alone.
      title: isTitled(name) ? t(`titles.${name}`) : name,
      about: isTitled(name) ? t(`abouts.${name}`) : '',
    }));
}
