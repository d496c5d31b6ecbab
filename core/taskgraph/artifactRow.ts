import { z } from 'zod';

/** What a task drew or wrote, as the admin page lists it. */
export const artifactRow = z.object({
  task: z.string(),
  file: z.string(),
  type: z.string(),
  bytes: z.number(),
  url: z.string(),
  /** As the task's name, or its name in the graph. */
  title: z.string(),
  owner: z.string(),
  kept_at: z.string(),
});
export type ArtifactRow = Readonly<z.infer<typeof artifactRow>>;
