import { loader } from '@monaco-editor/react';

/**
 * The Monaco that this page has loaded, under the names by which key maps import it (next.config.mjs). It is read when
 * a key map is loaded, which is after Monaco.
 */

const monaco = loader.__getMonacoInstance();
if (monaco === null) throw new Error('a key map was loaded before Monaco');

export const { KeyCode, KeyMod, Position, Range, Selection, SelectionDirection, editor, languages } = monaco;
