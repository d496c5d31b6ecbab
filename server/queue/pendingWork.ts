/** What has been begun and is not done yet. Whoever waits for it hears if any of it has ever failed. */
export class PendingWork {
  private readonly pending = new Set<Promise<void>>();
  private failure: { readonly error: unknown } | undefined;

  add(work: Promise<void>): void {
    this.pending.add(work);
    work.then(
      () => this.pending.delete(work),
      (error: unknown) => {
        this.pending.delete(work);
        this.failure ??= { error };
      },
    );
  }

  /** When all that was begun by now is done. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.pending);
    if (this.failure) throw this.failure.error;
  }
}
