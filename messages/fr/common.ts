import type { Translation } from '../translation';
import type { common as english } from '../en/common';

export const common = {
  cancel: 'Annuler',
  close: 'Fermer',
  copy: 'Copier',
  delete: 'Supprimer',
  download: 'Télécharger',
  retry: 'Réessayer',
  language: 'Langue',
  crash: {
    title: 'Une erreur est survenue',
    text: 'La page a planté. Votre code est enregistré dans ce navigateur.',
    download: 'Télécharger le code',
    openPlayground: 'Ouvrir l’éditeur',
  },
  unreachable: 'Impossible de joindre le serveur.',
} satisfies Translation<typeof english>;
