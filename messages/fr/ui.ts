import type { Translation } from '../translation';
import type { ui as english } from '../en/ui';

export const ui = {
  parts: {
    comparison: 'Comparaison',
    fullEditor: 'Éditeur complet',
    menu: 'Menu',
    page: 'Une partie de la page',
    shell: 'Console',
  },
  crashed: '{what} : une erreur est survenue. Le reste de la page fonctionne et votre code est enregistré.',
  reload: 'Recharger',
  notLoaded: '{what} : échec du chargement. Vérifiez votre connexion.',
  goBack: 'Retour',
  copyLabel: 'Copier : {label}',
  copied: 'Copié',
  dismiss: 'Ignorer',
} satisfies Translation<typeof english>;
