import type { Translation } from '../translation';
import type { terminal as english } from '../en/terminal';

export const terminal = {
  output: 'Вывод',
  noOutput: 'Вывода нет. Здесь появится текст из write().',
  starting: 'Запуск консоли…',
  help: 'Консоль Asymptote. Вверх: история. Tab: дополнить. Ctrl+C: прервать. Ctrl+D: выйти.',
  wayOut: 'Консоль. Tab дополняет имена. Чтобы выйти, нажмите Escape, затем Tab.',
  transcript: 'Текст консоли',
  reconnect: 'Подключиться снова',
  load: 'Загрузить {name}',
  loadHint: 'Выполнить {name} в консоли, чтобы использовать его определения',
  fresh: 'Новая консоль с текущими файлами.',
  andMore: 'и ещё {count, number}',
  warnings: {
    busy: 'Сервер занят: консоль может быть остановлена. Ваши команды не пропадут.',
    draining: 'Сервер этой консоли скоро завершит работу. Ваши команды не пропадут.',
  },
  ended: {
    lost: 'Соединение с консолью потеряно.',
    normal: 'Консоль завершена.',
    allInUse: 'Все консоли заняты. Повторите попытку чуть позже.',
    halted: 'Консоль остановлена: сервер занят. Ваши команды не пропали.',
    idle: 'Консоль завершена после {minutes, plural, one {# минуты} few {# минут} many {# минут} other {# минуты}} бездействия.',
    limit: '{title}.',
    limitAndAdvice: '{title}. {advice}',
    replay: '{why} Нажмите Enter, чтобы подключиться снова и повторить ваши команды.',
    again: '{why} Нажмите Enter, чтобы открыть новую.',
  },
} satisfies Translation<typeof english>;
