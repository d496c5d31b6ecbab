import type { Translation } from '../translation';
import type { common as english } from '../en/common';

export const common = {
  cancel: 'Отмена',
  close: 'Закрыть',
  copy: 'Копировать',
  delete: 'Удалить',
  download: 'Скачать',
  retry: 'Повторить',
  language: 'Язык',
  unreachable: 'Не удаётся связаться с сервером.',
} satisfies Translation<typeof english>;
