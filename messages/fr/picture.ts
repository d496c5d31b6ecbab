import type { Translation } from '../translation';
import type { picture as english } from '../en/picture';

export const picture = {
  pane: 'Figure',
  part: 'Figure',
  none: 'Aucune figure',
  numbered: 'Figure {number}',
  drawnBy: 'Figure dessinée par {name}',
  drawnByShell: 'Figure dessinée par la console',
  background: 'Arrière-plan',
  copyAs: 'Copier en…',
  fit: 'Ajusté',
  shell: {
    mark: '<more>De la </more>console',
    back: 'Revenir au code',
  },
  objects: {
    line: 'Ligne {line, number}',
    call: 'Ligne {line, number} : {name}',
    nth: '{title}, {number, number} sur {count, number}',
    wentTo: 'Curseur à la ligne {line, number}',
    leftOut:
      '{count, plural, one {# objet n’est pas lié} many {# d’objets ne sont pas liés} other {# objets ne sont pas liés}} au code : le dessin en contient trop',
    choose: 'Aller à la ligne',
  },
  points: {
    handle: 'Point {point}, ligne {line, number}. Faites-le glisser ou utilisez les flèches.',
    computed: 'Calculé par le programme',
    computedFrom: 'Calculé à partir de : {points}',
  },
  movie: {
    play: 'Lire',
    pause: 'Pause',
    frame: 'Image',
    position: 'Image {number, number} sur {count, number}',
    mp4: 'Télécharger en MP4',
    noMp4: 'Ce navigateur ne peut pas créer de MP4 ici. Téléchargez plutôt le SVG ou un GIF.',
  },
  empty: {
    blank: 'Rien à dessiner pour l’instant',
    blankHint: 'Saisissez du code Asymptote pour voir la figure ici.',
    nothing: 'Pas encore de figure',
    nothingHint: 'La figure apparaît ici dès que le programme dessine quelque chose.',
    start: 'Commencer par un cercle',
    onlyText: 'Rien n’a été dessiné. Le programme a écrit :',
  },
  other: {
    ready: 'Le fichier {format} est prêt',
    hint: '{size}. Passez en SVG pour l’afficher ici.',
    open: 'Ouvrir',
    badPdf: 'Impossible d’afficher ce PDF. Téléchargez-le.',
  },
  scene: {
    noWebGl: 'Ce navigateur ne peut pas afficher la 3D',
    noWebGlHint: 'WebGL est indisponible ou désactivé. Passez en SVG ou téléchargez le fichier 3D.',
    title: 'Figure 3D dessinée par {name}. Faites glisser pour tourner, défiler pour zoomer.',
  },
  banner: {
    lost: 'Connexion perdue',
    lostHint:
      'Continuez à travailler : tout est enregistré dans ce navigateur. Le rendu reprendra une fois la connexion rétablie.',
    stopped: 'Arrêté',
    stoppedOld: 'Arrêté. La figure précédente est affichée.',
    line: 'Ligne {line} : {problem}',
    fileLine: '{file}, ligne {line} : {problem}',
    more: '{problem}, et {count, number} de plus',
    showPartial: 'Afficher le résultat partiel',
    goToLine: 'Aller à la ligne {line}',
    runWith: 'Exécuter avec {seconds, number} s',
    flat: 'Ce dessin est plat : il n’y a rien à faire tourner. Importez three ou solids pour dessiner en 3D.',
    showSvg: 'Afficher en SVG',
    tiny: 'Cette image ne fait que quelques points de large : aucune taille n’est indiquée. Elle est affichée agrandie.',
    add: 'Ajouter {code}',
    changeTo: 'Remplacer par {code}',
  },
  progress: {
    sending: 'Envoi…',
    rendering: 'Rendu…',
    long: 'Rendu en cours. Besoin de plus de temps ? Choisissez une limite plus élevée.',
  },
  wait: {
    noBackend: 'En attente d’un backend libre',
    busy: '{backends, plural, =1 {Le seul backend est occupé} one {Le seul backend est occupé} =2 {Les deux backends sont occupés} other {Les # backends sont occupés}}',
    place: '{place, selectordinal, =1 {prochain} one {#er} other {#e}} dans la file d’attente',
    soon: 'd’un instant à l’autre',
    about: 'environ {seconds, number} s',
    range: 'environ {from, number} s, {to, number} s au plus',
    whole: '{reason}, {place}, {time}',
    withoutPlace: '{reason}, {time}',
    share:
      'Votre part de la file d’attente est pleine, {place, selectordinal, =1 {prochain} one {#er} other {#e}} à y entrer',
    roughly: '{share}, environ {seconds, number} s',
    rose: {
      backends: '{text}. Plus long que prévu : un backend est parti.',
      slower: '{text}. Plus long que prévu : celles qui précèdent prennent plus de temps.',
    },
  },
} satisfies Translation<typeof english>;
