/** The child waits for the parent. */
export interface Edge {
  readonly parent: string;
  readonly child: string;
}
