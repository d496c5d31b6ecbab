/** Problems, output and the shell. */
export const terminal = {
  output: 'Output',
  noOutput: 'No output. Text from write() appears here.',
  starting: 'Starting shell…',
  help: 'Asymptote shell. Up: history. Tab: complete. Ctrl+C: interrupt. Ctrl+D: exit.',
  wayOut: 'Shell. Tab completes names. To leave, press Escape, then Tab.',
  transcript: 'Shell transcript',
  reconnect: 'Reconnect',
  load: 'Load {name}',
  loadHint: 'Run {name} in the shell to use its definitions there',
  fresh: 'New shell with the current files.',
  andMore: 'and {count, number} more',
  warnings: {
    busy: 'Server busy: this shell may be stopped. Your commands won’t be lost.',
    draining: 'This shell’s server is shutting down soon. Your commands won’t be lost.',
  },
  ended: {
    lost: 'Connection to the shell lost.',
    normal: 'Shell ended.',
    allInUse: 'All shells are in use. Try again in a moment.',
    halted: 'Shell stopped: server busy. Your commands aren’t lost.',
    idle: 'Shell ended after {minutes, plural, one {# idle minute} other {# idle minutes}}.',
    limit: '{title}.',
    limitAndAdvice: '{title}. {advice}',
    replay: '{why} Press Enter to reconnect and replay your commands.',
    again: '{why} Press Enter to start a new one.',
  },
} as const;
