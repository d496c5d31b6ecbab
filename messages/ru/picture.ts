import type { Translation } from '../translation';
import type { picture as english } from '../en/picture';

export const picture = {
  pane: 'Рисунок',
  part: 'Рисунок',
  none: 'Нет рисунка',
  numbered: 'Рисунок {number}',
  drawnBy: 'Рисунок из {name}',
  drawnByShell: 'Рисунок из консоли',
  background: 'Фон',
  copyAs: 'Копировать как…',
  fit: 'Целиком',
  shell: {
    mark: '<more>Источник: </more>консоль',
    back: 'К коду',
  },
  objects: {
    line: 'Строка {line, number}',
    call: 'Строка {line, number}: {name}',
    nth: '{title}, {number, number} из {count, number}',
    wentTo: 'Курсор в строке {line, number}',
    leftOut:
      '{count, plural, one {# объект не связан} few {# объекта не связаны} many {# объектов не связаны} other {# объекта не связаны}} с кодом: в рисунке их слишком много',
    choose: 'Перейти к строке',
  },
  points: {
    handle: 'Точка {point}, строка {line, number}. Перетащите её или нажимайте стрелки.',
    computed: 'Вычислена программой',
    computedFrom: 'Вычислена по: {points}',
  },
  movie: {
    play: 'Воспроизвести',
    pause: 'Пауза',
    frame: 'Кадр',
    position: 'Кадр {number, number} из {count, number}',
    mp4: 'Скачать как MP4',
    noMp4: 'Этот браузер не может создать здесь MP4. Скачайте SVG или GIF.',
  },
  empty: {
    blank: 'Пока нечего рисовать',
    blankHint: 'Введите код на Asymptote, и рисунок появится здесь.',
    nothing: 'Рисунка пока нет',
    nothingHint: 'Рисунок появится здесь, когда программа что-нибудь нарисует.',
    start: 'Начать с окружности',
    onlyText: 'Ничего не нарисовано. Программа вывела:',
  },
  other: {
    ready: 'Файл {format} готов',
    hint: '{size}. Чтобы видеть рисунок здесь, переключитесь на SVG.',
    open: 'Открыть',
    badPdf: 'Не удаётся показать этот PDF. Скачайте его.',
  },
  scene: {
    noWebGl: 'Браузер не может показать 3D',
    noWebGlHint: 'WebGL недоступен или отключён. Переключитесь на SVG или скачайте 3D-файл.',
    title: '3D-рисунок из {name}. Перетаскивайте, чтобы повернуть; прокручивайте, чтобы изменить масштаб.',
  },
  banner: {
    lost: 'Нет подключения',
    lostHint:
      'Продолжайте работу: код сохраняется в этом браузере. Отрисовка возобновится, когда подключение восстановится.',
    stopped: 'Остановлено',
    stoppedOld: 'Остановлено. Показан предыдущий рисунок.',
    line: 'Строка {line}: {problem}',
    fileLine: '{file}, строка {line}: {problem}',
    more: '{problem} и ещё {count, number}',
    showPartial: 'Показать, что успело нарисоваться',
    goToLine: 'К строке {line}',
    runWith: 'Запустить на {seconds, number} с',
    flat: 'Рисунок плоский, вращать нечего. Для 3D импортируйте three или solids.',
    showSvg: 'Показать как SVG',
    tiny: 'Рисунок шириной всего в несколько пунктов: размер не задан. Показан увеличенным.',
    add: 'Добавить {code}',
    changeTo: 'Заменить на {code}',
  },
  progress: {
    sending: 'Отправка…',
    rendering: 'Отрисовка…',
    long: 'Отрисовка. Нужно больше времени? Увеличьте лимит.',
  },
  wait: {
    noBackend: 'Ожидание свободного бэкенда',
    busy: '{backends, plural, =1 {Единственный бэкенд занят} =2 {Оба бэкенда заняты} one {Все бэкенды заняты (#)} few {Все бэкенды заняты (#)} many {Все бэкенды заняты (#)} other {Все бэкенды заняты (#)}}',
    place: '{place, selectordinal, =1 {вы следующий} one {вы #-й} few {вы #-й} many {вы #-й} other {вы #-й}} в очереди',
    soon: 'вот-вот начнётся',
    about: 'примерно {seconds, number} с',
    range: 'примерно {from, number} с, до {to, number} с',
    whole: '{reason}, {place}, {time}',
    withoutPlace: '{reason}, {time}',
    share:
      'Ваша доля очереди занята, {place, selectordinal, =1 {эта задача следующая} one {эта задача #-я} few {эта задача #-я} many {эта задача #-я} other {эта задача #-я}} на вход',
    roughly: '{share}, около {seconds, number} с',
    rose: {
      backends: '{text}. Дольше, чем показано сначала: один из бэкендов отключился.',
      slower: '{text}. Дольше, чем показано сначала: задачам впереди нужно больше времени.',
    },
  },
} satisfies Translation<typeof english>;
