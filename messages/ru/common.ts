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
  crash: {
    title: 'Что-то пошло не так',
    text: 'На странице произошёл сбой. Ваш код сохранён в этом браузере.',
    download: 'Скачать код',
    openPlayground: 'Открыть редактор',
  },
  unreachable: 'Нет связи с сервером.',
} satisfies Translation<typeof english>;
