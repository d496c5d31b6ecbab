import type { Translation } from '../translation';
import type { model as english } from '../en/model';

export const model = {
  run: {
    run: 'Запустить',
    queued: 'В очереди',
    rendering: 'Отрисовка',
    stopped: 'Остановлено',
    failed: 'Ошибка',
    again: 'ещё раз',
    retry: 'повторить',
    wait: '~{seconds, number} с',
    placeAndWait: '{place, number}-й, ~{seconds, number} с',
  },
  live: {
    paused: 'Автообновление приостановлено: сервер занят. Запуск вручную работает.',
    pausedShort: 'Автообновление на паузе',
  },
  saving: {
    saved: 'Сохранено в этом браузере',
    unsaved: 'Сохранение…',
    small: 'Сохранено в этом браузере, но места мало: большие файлы данных могут не поместиться.',
    full: 'Не сохранено: хранилище браузера заполнено. Скачайте код, чтобы не потерять его.',
    refused: 'Не сохранено: браузер запрещает хранение. Скачайте код, чтобы не потерять его.',
  },
  announce: {
    queued: 'В очереди, примерно {seconds, plural, one {# секунда} few {# секунды} many {# секунд} other {# секунды}}',
    rendered: 'Отрисовано за {time}',
    renderedWithProblems: 'Отрисовано за {time}, {problems}',
    oldPicture: '{what}. Показан последний удачный рисунок.',
  },
  problems: '{count, plural, one {# проблема} few {# проблемы} many {# проблем} other {# проблемы}}',
  ending: {
    rendered: 'Отрисовано',
    stopped: 'Остановлено',
    timeLimit: 'Остановлено: превышен лимит времени {seconds, number} с',
    timeLimitAdvice: 'Бесконечный цикл? Если нет, выберите лимит побольше, до {seconds, number} с.',
    longestLimitAdvice: 'Бесконечный цикл? Если нет, уменьшите число точек: это наибольший лимит времени.',
    outputLimit: 'Остановлено: превышен лимит вывода {size}',
    outputLimitAdvice: 'Программа вывела слишком много текста. Нет ли write() в длинном цикле?',
    memoryLimit: 'Остановлено: превышен лимит памяти {size}',
    memoryLimitAdvice: 'Проверьте, не растут ли массивы или пути без конца, или уменьшите число точек.',
    failed: 'В программе ошибка',
    noImage: 'Ничего не нарисовано',
    noImageAdvice: 'Добавьте команду, например draw(unitcircle). Текст из write() виден на вкладке «Вывод».',
    halted: 'Остановлено: сервер занят',
    haltedAdvice: 'Повторите попытку чуть позже или выберите меньший лимит времени.',
    serverError: 'Ошибка сервера',
    serverErrorAdvice: 'Дело не в вашем коде. Повторите попытку; если ошибка повторяется, сообщите администратору.',
    restarting: 'Сервер перезапускается',
    restartingAdvice: 'Ваш код сохранён в этом браузере. Повторите попытку через несколько секунд.',
    queueFull: 'Очередь заполнена',
    queueFullAdvice: 'Повторите попытку чуть позже.',
    queueWaitAdvice:
      'Ждать пришлось бы около {seconds, number} с, а допускается не больше {most, number} с. Повторите попытку позже.',
    noBackend: 'Нет подключённых бэкендов',
    noBackendAdvice: 'Отрисовка возобновится, когда бэкенд подключится. Ваш код сохранён в этом браузере.',
    refused: 'Запрос отклонён',
    onlyText: 'Готово: программа вывела текст и ничего не нарисовала',
  },
  files: {
    tooMany:
      'В проекте может быть не больше {max, plural, one {# файла} few {# файлов} many {# файлов} other {# файла}}.',
    exists: 'Файл с именем {name} уже есть.',
    mainNotAsy: 'Имя главного файла должно заканчиваться на .asy.',
    deleteMain: 'Нельзя удалить главный файл. Сначала сделайте главным другой.',
  },
  emptyVersion: 'Пусто',
  links: {
    unexpected: 'Неожиданный ответ сервера.',
    refused: 'Сервер отклонил запрос ({status}).',
  },
} satisfies Translation<typeof english>;
