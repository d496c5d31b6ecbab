/** What browser tests find things by where a role and a name do not say which one is meant. */
export const TEST_IDS = {
  runButton: 'run-button',
  editor: 'editor',
  plainEditor: 'plain-editor',
  phoneEditor: 'phone-editor',
  pictureCanvas: 'picture-canvas',
  pictureImage: 'picture-image',
  pictureBanner: 'picture-banner',
  zoom: 'zoom',
  output: 'output',
  problem: 'problem',
  status: 'status',
  saving: 'saving',
  announcer: 'announcer',
  notice: 'notice',
} as const;
