/** Whether objects and lists stand inside of each other more than `maxDepth` times; in one pass, before it is parsed. */
export function isTooDeep(json: string, maxDepth: number): boolean {
  let depth = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json.charCodeAt(at)) {
      case 0x22: // "
        at = endOfString(json, at);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > maxDepth) return true;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
    }
  }
  return false;
}

function endOfString(json: string, start: number): number {
  for (let at = start + 1; at < json.length; at += 1) {
    const code = json.charCodeAt(at);
    if (code === 0x5c) at += 1;
    else if (code === 0x22) return at;
  }
  return json.length;
}
