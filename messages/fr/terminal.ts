import type { Translation } from '../translation';
import type { terminal as english } from '../en/terminal';

export const terminal = {
  output: 'Sortie',
  noOutput: 'Aucune sortie. Le texte de write() apparaît ici.',
  starting: 'Démarrage de la console…',
  help: 'Console Asymptote. Haut : historique. Tab : compléter. Ctrl+C : interrompre. Ctrl+D : quitter.',
  wayOut: 'Console. Tab complète les noms. Pour sortir, appuyez sur Échap puis sur Tab.',
  transcript: 'Transcription de la console',
  reconnect: 'Se reconnecter',
  load: 'Charger {name}',
  loadHint: 'Exécuter {name} dans la console pour y utiliser ses définitions',
  fresh: 'Nouvelle console avec les fichiers actuels.',
  andMore: 'et {count, number} de plus',
  warnings: {
    busy: 'Serveur occupé : cette console risque d’être arrêtée. Vos commandes ne seront pas perdues.',
    draining: 'Le serveur de cette console va bientôt s’arrêter. Vos commandes ne seront pas perdues.',
  },
  ended: {
    lost: 'Connexion à la console perdue.',
    normal: 'Console terminée.',
    allInUse: 'Toutes les consoles sont occupées. Réessayez dans un instant.',
    halted: 'Console arrêtée : serveur occupé. Vos commandes ne sont pas perdues.',
    idle: 'Console terminée après {minutes, plural, one {# minute} other {# minutes}} d’inactivité.',
    limit: '{title}.',
    limitAndAdvice: '{title}. {advice}',
    replay: '{why} Appuyez sur Entrée pour vous reconnecter et rejouer vos commandes.',
    again: '{why} Appuyez sur Entrée pour en ouvrir une autre.',
  },
} satisfies Translation<typeof english>;
