import type { Translation } from '../translation';
import type { ui as english } from '../en/ui';

export const ui = {
  parts: {
    comparison: 'Сравнение',
    fullEditor: 'Полный редактор',
    menu: 'Меню',
    page: 'Часть страницы',
    shell: 'Консоль',
  },
  crashed: '{what}: произошёл сбой. Остальная страница работает, ваш код сохранён.',
  reload: 'Перезагрузить',
  notLoaded: '{what}: не удалось загрузить. Проверьте подключение.',
  goBack: 'Назад',
  copyLabel: 'Копировать: {label}',
  copied: 'Скопировано',
  dismiss: 'Скрыть',
} satisfies Translation<typeof english>;
