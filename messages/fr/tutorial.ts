import type { Translation } from '../translation';
import type { tutorial as english } from '../en/tutorial';

export const tutorial = {
  label: 'Tutoriel',
  heading: '{number, number}. {title}',
  progress: 'Étape {number, number} sur {count, number}',
  close: 'Fermer le tutoriel',
  closeHint: 'Fermer (votre progression est enregistrée)',
  done: 'Terminé :',
  toDo: 'À faire :',
  back: 'Précédent',
  showMe: 'Montrer la solution',
  next: 'Suivant',
  skip: 'Passer',
  finish: 'Terminer',
  steps: {
    line: {
      title: 'Un segment',
      about:
        'Un programme est une liste de commandes, chacune terminée par un point-virgule. Les points sont des couples de nombres ; `--` les relie.',
      task: 'Reliez les deux points. Sur une nouvelle ligne, écrivez : `draw((0, 0) -- (4, 2));`',
    },
    closedPath: {
      title: 'Un chemin fermé',
      about: 'Un chemin peut avoir autant de points que vous voulez. Utilisez `cycle` pour revenir au départ.',
      task: 'Transformez le segment en triangle, sans les points : `draw((0, 0) -- (4, 0) -- (1, 3) -- cycle);`',
    },
    names: {
      title: 'Nommer les points',
      about:
        'Donnez un nom à tout ce que vous utilisez plusieurs fois. Un point est de type `pair` : `pair A = (0, 0);`',
      task: 'Nommez les sommets A, B et C, puis dessinez `A -- B -- C -- cycle`.',
    },
    dragging: {
      title: 'Déplacer un point',
      about:
        'L’image et le code ne font qu’un. Cliquez sur l’image pour voir la ligne qui l’a dessinée. Pointez un sommet : une poignée apparaît, et la faire glisser modifie les nombres du code.',
      task: 'Faites glisser le sommet du haut jusqu’à ce qu’il soit au-dessus du milieu.',
    },
    labels: {
      title: 'Étiquettes',
      about:
        'Une étiquette est un texte TeX placé près d’un point, décalé dans une direction comme `N`, `SW` ou `E`. Les formules s’écrivent entre deux dollars.',
      task: 'Étiquetez les trois sommets, en commençant par : `label("$A$", A, SW);`',
    },
    pens: {
      title: 'Stylos',
      about: 'Un stylo combine couleur, épaisseur et tirets : `red + dashed + linewidth(1)`.',
      task: 'Dessinez le triangle avec un stylo : après `cycle`, ajoutez une virgule et `blue + linewidth(1)`.',
    },
    filling: {
      title: 'Remplissage',
      about:
        '`fill` peint l’intérieur d’un chemin fermé. Les commandes suivantes dessinent par-dessus les précédentes.',
      task: 'Avant de dessiner le triangle, remplissez-le : `fill(A -- B -- C -- cycle, palecyan);`',
    },
    curves: {
      title: 'Courbes',
      about:
        'Écrivez `..` au lieu de `--` pour obtenir une courbe lisse. Les fonctions `circle` et `arc` existent déjà.',
      task: 'Dessinez un cercle autour de A : `draw(circle(A, 0.5), red);`',
    },
    loops: {
      title: 'Boucles',
      about: 'Une boucle répète une commande pour chaque nombre : `for (int i = 0; i < 5; ++i) ...`',
      task: 'Placez des points le long de la base avec une boucle autour de `dot((i, 0));`',
    },
    functions: {
      title: 'Vos propres fonctions',
      about: 'Une fonction a un type, un nom et des paramètres, et renvoie une valeur.',
      task: 'Écrivez une fonction qui renvoie le milieu de deux points, puis tracez une ligne de C au milieu de A et B.',
    },
    sliders: {
      title: 'Curseurs',
      about: 'Un nombre suivi du commentaire `// slider 0..2 step 0.1` obtient un curseur sous le code.',
      task: 'Transformez le rayon en curseur nommé `r`, utilisez-le dans `circle(A, r)`, puis faites-le glisser.',
    },
  },
} satisfies Translation<typeof english>;
