/** What a task drew or wrote, as the admin page lists it. */
export interface ArtifactRow {
  readonly task: string;
  readonly file: string;
  readonly type: string;
  readonly bytes: number;
  readonly url: string;
  /** As the task's name, or its name in the graph. */
  readonly title: string;
  readonly owner: string;
  readonly kept_at: string;
}
