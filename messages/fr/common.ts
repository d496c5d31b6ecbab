import type { Translation } from '../translation';
import type { common as english } from '../en/common';

export const common = {
  cancel: 'Annuler',
  close: 'Fermer',
  copy: 'Copier',
  delete: 'Supprimer',
  retry: 'Réessayer',
  language: 'Langue',
} satisfies Translation<typeof english>;
