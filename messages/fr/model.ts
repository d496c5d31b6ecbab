import type { Translation } from '../translation';
import type { model as english } from '../en/model';

export const model = {
  run: {
    run: 'Exécuter',
    queued: 'En attente',
    rendering: 'Rendu',
    stopped: 'Arrêté',
    failed: 'Échec',
    again: 'relancer',
    retry: 'réessayer',
    wait: '~{seconds, number} s',
    placeAndWait: '{place, selectordinal, one {#er} other {#e}}, ~{seconds, number} s',
  },
  live: {
    paused: 'Aperçu en direct suspendu : serveur occupé. L’exécution manuelle reste possible.',
    pausedShort: 'Aperçu en direct suspendu',
  },
  saving: {
    saved: 'Enregistré dans ce navigateur',
    unsaved: 'Enregistrement…',
    small:
      'Enregistré dans ce navigateur, mais l’espace est limité : de gros fichiers de données pourraient ne pas tenir.',
    full: 'Non enregistré : le stockage du navigateur est plein. Téléchargez votre code pour le conserver.',
    refused: 'Non enregistré : ce navigateur bloque le stockage. Téléchargez votre code pour le conserver.',
  },
  announce: {
    queued: 'En attente, environ {seconds, plural, one {# seconde} other {# secondes}}',
    rendered: 'Rendu en {time}',
    renderedWithProblems: 'Rendu en {time}, {problems}',
    oldPicture: '{what}. La dernière figure correcte est affichée.',
  },
  problems: '{count, plural, one {# problème} other {# problèmes}}',
  ending: {
    rendered: 'Rendu terminé',
    stopped: 'Arrêté',
    timeLimit: 'Arrêté : limite de temps de {seconds, number} s atteinte',
    timeLimitAdvice: 'Boucle infinie ? Sinon, choisissez une limite de temps plus longue, jusqu’à {seconds, number} s.',
    longestLimitAdvice:
      'Boucle infinie ? Sinon, réduisez le nombre de points : c’est la limite de temps la plus longue.',
    outputLimit: 'Arrêté : limite de sortie de {size} atteinte',
    outputLimitAdvice: 'Le programme a trop écrit. Y a-t-il un write() dans une longue boucle ?',
    memoryLimit: 'Arrêté : limite de mémoire de {size} atteinte',
    memoryLimitAdvice: 'Vérifiez qu’aucun tableau ou chemin ne grandit sans fin, ou réduisez le nombre de points.',
    failed: 'Le programme contient une erreur',
    noImage: 'Rien n’a été dessiné',
    noImageAdvice: 'Ajoutez une commande comme draw(unitcircle). Le texte de write() apparaît dans Sortie.',
    halted: 'Arrêté : serveur occupé',
    haltedAdvice: 'Réessayez dans un instant ou choisissez une limite de temps plus courte.',
    serverError: 'Erreur du serveur',
    serverErrorAdvice: 'Votre code n’est pas en cause. Réessayez ; si l’erreur persiste, contactez l’administrateur.',
    restarting: 'Le serveur redémarre',
    restartingAdvice: 'Votre code est enregistré dans ce navigateur. Réessayez dans quelques secondes.',
    queueFull: 'La file d’attente est pleine',
    queueFullAdvice: 'Réessayez dans un instant.',
    queueWaitAdvice:
      'L’attente serait d’environ {seconds, number} s, pour {most, number} s au plus. Réessayez plus tard.',
    noBackend: 'Aucun backend connecté',
    noBackendAdvice:
      'Le rendu reprendra dès qu’un backend se connectera. Votre code est enregistré dans ce navigateur.',
    refused: 'Requête refusée',
    onlyText: 'Terminé : le programme a écrit du texte et n’a rien dessiné',
  },
  files: {
    tooMany: 'Un projet peut contenir au plus {max, plural, one {# fichier} other {# fichiers}}.',
    exists: 'Un fichier nommé {name} existe déjà.',
    mainNotAsy: 'Le nom du fichier principal doit se terminer par .asy.',
    deleteMain: 'Impossible de supprimer le fichier principal. Définissez d’abord un autre fichier comme principal.',
  },
  emptyVersion: 'Vide',
  links: {
    unexpected: 'Réponse inattendue du serveur.',
    refused: 'Le serveur a refusé la requête ({status}).',
  },
} satisfies Translation<typeof english>;
