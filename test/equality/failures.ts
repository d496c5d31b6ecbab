import { programs } from './program';

const FIGURE = 'draw((0,0)--(50,50));';

/** What goes wrong, or is said: errors, warnings, exit codes, what was drawn before, modules and data. */
export const FAILURES = programs({
  'a syntax error': 'draw((0,0)--(1,1);',
  'an unknown variable': 'write(notdefined);',
  'a wrong type': 'int x="text";',
  'no such function': 'drow((0,0)--(1,1));',
  'an unfinished string': 'label("abc,(0,0));',
  'a strange character': `${FIGURE} §`,
  'a runtime error': 'int[] a={1,2}; write("before"); write(a[5]); write("after");',
  'division by zero': 'int x=0; write(1 # x);',
  abort: `${FIGURE} abort("I give up");`,
  'exit in the middle': `${FIGURE} shipout("kept"); write("leaving"); exit(); write("never");`,
  'an assertion': 'assert(1 == 2,"not equal");',
  'no such module': 'import nosuchmodule;',
  'no such file': 'file f=input("nothing.csv"); real x=f; write(x);',
  'an unknown command of TeX': `${FIGURE} write("before"); label("\\nosuchcommand",(0,0)); write("after");`,
  'an unknown command after good labels': `${FIGURE} label("good",(0,0)); label("$x$",(9,9)); label("\\nosuchcommand",(20,0));`,
  'an error in mathematics': `${FIGURE} label("$\\frac{a}$",(0,0));`,
  'a brace too few': `${FIGURE} label("{a",(0,0));`,
  'a brace too many': `${FIGURE} label("a}",(0,0));`,
  'a dollar too few': `${FIGURE} label("$x",(0,0)); label("y",(9,9));`,
  'an unknown package': `usepackage("nosuchpackage"); ${FIGURE} label("x",(0,0));`,
  'an error in the preamble': `texpreamble("\\undefinedthing"); ${FIGURE} label("x",(0,0));`,
  'a second class': `texpreamble("\\documentclass{article}"); ${FIGURE} label("x",(0,0));`,
  'a wrong class in the preamble': `texpreamble("\\documentclass[10pt]{report}"); ${FIGURE} label("x",(0,0));`,
  'a font that is not there': `${FIGURE} label("x",(0,0),font("T1","nosuchfont","m","n"));`,
  'a font that fontspec does not find': {
    source: `usepackage("fontspec"); texpreamble("\\setmainfont{No Such Font}"); ${FIGURE} label("x",(0,0));`,
    engine: 'xelatex',
  },
  'a language that polyglossia does not know': {
    source: `usepackage("polyglossia"); texpreamble("\\setmainlanguage{klingon}"); ${FIGURE} label("x",(0,0));`,
    engine: 'xelatex',
  },
  'a warning about overlapping': 'for(int i=0;i<3;++i) label("overlap",(0,0),overwrite(Move)); draw((0,0)--(50,50));',
  'suppressed labels': 'for(int i=0;i<3;++i) label("overlap",(0,0),overwrite(Suppress)); draw((0,0)--(50,50));',
  'a warning in the code': 'warning("own","take care"); draw((0,0)--(9,9));',
  'a program that cannot be run': 'settings.dvisvgm="/usr/bin/false"; draw((0,0)--(50,50)); label("x",(0,0));',
  'output and errors apart': {
    source: 'write("out"); write(stdout,"more"); label("\\nosuch",(0,0));',
    merged: false,
  },
  'errors apart, with success': { source: `write("out"); ${FIGURE} label("x",(0,0));`, merged: false },
  'errors apart, with a mistake': { source: 'import graph; write("out"); write(notdefined);', merged: false },
  'much output': 'for(int i=0;i<2000;++i) write(i,i^2);',
  'output around TeX': `write("one"); ${FIGURE} label("x",(0,0)); shipout(); write("two"); label("y",(9,9)); shipout("b"); write("three");`,
  'a module and an include': {
    source: 'import mine; include "part.asy"; draw((0,0)--(x,y)); label("$x$",(0,0));',
    files: { 'mine.asy': 'real x=30; write("loaded");', 'part.asy': 'real y=40;' },
  },
  'an error in a module': { source: 'import mine; draw((0,0)--(x,x));', files: { 'mine.asy': 'real x=;' } },
  'a runtime error in a module': {
    source: 'import mine; f();',
    files: { 'mine.asy': 'void f() {\n  int[] a;\n  write(a[1]);\n}\n' },
  },
  'an own plain': { source: FIGURE, files: { 'plain_arcs.asy': 'write("mine");' } },
  'data from a file': {
    source:
      'file f=input("data.csv").line().csv(); real[] a=f; write(sum(a)); draw((0,0)--(a[0],a[1])); label(string(a[2]),(0,0));',
    files: { 'data.csv': '10,20,30\n' },
  },
  'a file of its own':
    'file f=output("result.txt"); write(f,"text"); close(f); write(input("result.txt")); draw((0,0)--(9,9));',
  'evaluated code': 'eval("write(1+1);"); eval("draw((0,0)--(50,50));",true);',
  'settings shown': 'write(settings.outformat); write(settings.tex); write(outname()); draw((0,0)--(9,9));',
  'a name of its own': 'defaultfilename="other"; draw((0,0)--(9,9)); label("x",(0,0));',
  'a long computation': 'real s=0; for(int i=0;i<200000;++i) s+=sin(i); write(s); draw((0,0)--(9,9));',
  recursion: 'void f(int n) {f(n+1);} f(0);',
});
