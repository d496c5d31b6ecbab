/** What the controller sent: its name, and its parameters by their names as they are written. */
export function readReply(text: string): { readonly type: string; readonly parameters: ReadonlyMap<string, string> } {
  const [type = '', ...lines] = text.split('\n');
  const parameters = lines
    .filter((line) => line !== '')
    .map((line): [string, string] => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon), line.slice(colon + 1)];
    });
  return { type, parameters: new Map(parameters) };
}
