import type { Translation } from '../translation';
import type { common as english } from '../en/common';

export const common = {
  cancel: 'Отмена',
  close: 'Закрыть',
  copy: 'Копировать',
  delete: 'Удалить',
  retry: 'Повторить',
  language: 'Язык',
} satisfies Translation<typeof english>;
