/** A program and its arguments, as they are handed to the kernel: no shell looks at them. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
}
