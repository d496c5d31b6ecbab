/** The tutorial: eleven steps that build one drawing. Code stands between backquotes, and is the same in every language. */
export const tutorial = {
  label: 'Tutorial',
  heading: '{number, number}. {title}',
  progress: 'Step {number, number} of {count, number}',
  close: 'Close tutorial',
  closeHint: 'Close (your progress is saved)',
  done: 'Done:',
  toDo: 'To do:',
  back: 'Back',
  showMe: 'Show me',
  next: 'Next',
  skip: 'Skip',
  finish: 'Finish',
  steps: {
    line: {
      title: 'A line',
      about:
        'A program is a list of commands, each ending with a semicolon. Points are pairs of numbers; `--` connects them.',
      task: 'Connect the two dots. On a new line, write: `draw((0, 0) -- (4, 2));`',
    },
    closedPath: {
      title: 'A closed path',
      about: 'A path can have any number of points. Use `cycle` to return to the start.',
      task: 'Turn the line into a triangle, without the dots: `draw((0, 0) -- (4, 0) -- (1, 3) -- cycle);`',
    },
    names: {
      title: 'Names for points',
      about: 'Give a name to anything you use more than once. A point is a `pair`: `pair A = (0, 0);`',
      task: 'Name the corners A, B and C, and draw `A -- B -- C -- cycle`.',
    },
    dragging: {
      title: 'Drag a point',
      about:
        'Picture and code are one. Click the picture to see the line that drew it. Point at a corner, and a handle appears: dragging it changes the numbers in the code.',
      task: 'Drag the top corner until it is above the middle.',
    },
    labels: {
      title: 'Labels',
      about:
        'A label is TeX text at a point, shifted in a direction such as `N`, `SW` or `E`. Put formulas between dollar signs.',
      task: 'Label the three corners, starting with: `label("$A$", A, SW);`',
    },
    pens: {
      title: 'Pens',
      about: 'A pen combines color, width and dashes: `red + dashed + linewidth(1)`.',
      task: 'Draw the triangle with a pen: after `cycle`, put a comma and `blue + linewidth(1)`.',
    },
    filling: {
      title: 'Filling',
      about: '`fill` paints the inside of a closed path. Later commands draw on top of earlier ones.',
      task: 'Before drawing the triangle, fill it: `fill(A -- B -- C -- cycle, palecyan);`',
    },
    curves: {
      title: 'Curves',
      about: 'Use `..` instead of `--` for a smooth curve. `circle` and `arc` are built in.',
      task: 'Draw a circle around A: `draw(circle(A, 0.5), red);`',
    },
    loops: {
      title: 'Loops',
      about: 'A loop repeats a command for each number: `for (int i = 0; i < 5; ++i) ...`',
      task: 'Put dots along the base with a loop around `dot((i, 0));`',
    },
    functions: {
      title: 'Your own functions',
      about: 'A function has a type, a name and parameters, and returns a value.',
      task: 'Write a function that returns the midpoint of two points, then draw a line from C to the midpoint of A and B.',
    },
    sliders: {
      title: 'Sliders',
      about: 'A number with the comment `// slider 0..2 step 0.1` gets a slider below the code.',
      task: 'Turn the radius into a slider called `r`, use it in `circle(A, r)`, and drag it.',
    },
  },
} as const;
