/** The line of a program that reads a file of the draft; undefined for a file that is read otherwise. */
export function codeToRead(file: string): string | undefined {
  const dot = file.lastIndexOf('.');
  const name = nameOf(file.slice(0, dot));
  const quoted = JSON.stringify(file);
  switch (file.slice(dot + 1)) {
    case 'csv':
      return `real[][] ${name} = input(${quoted}).line().csv().dimension(0, 0);`;
    case 'dat':
    case 'txt':
      return `real[][] ${name} = input(${quoted}).line().dimension(0, 0);`;
    case 'png':
    case 'jpg':
    case 'jpeg':
    case 'eps':
      return `label(graphic(${quoted}), (0, 0));`;
    case 'asy':
      return /^[A-Za-z_]\w*$/.test(file.slice(0, dot)) ? `import ${file.slice(0, dot)};` : undefined;
    default:
      return undefined;
  }
}

/** A name that a variable may have. */
function nameOf(stem: string): string {
  const plain = stem.replace(/\W+/g, '_');
  return /^[A-Za-z]/.test(plain) ? plain : `data_${plain}`;
}
