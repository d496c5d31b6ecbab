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
  unreachable: 'Impossible de joindre le serveur.',
} satisfies Translation<typeof english>;
