import { readFileSync } from 'node:fs';
import path from 'node:path';

let code: string | undefined;

/** The program of the first visit. The server renders the very same file for `pages().welcomePicture()`. */
export function welcomeCode(): string {
  code ??= readFileSync(path.join(process.cwd(), 'examples', 'welcome.asy'), 'utf8');
  return code;
}
