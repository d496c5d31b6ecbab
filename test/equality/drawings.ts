import { programs } from './program';

/** Pictures of many kinds: paths, colours, shadings, modules, several files, settings. */
export const DRAWINGS = programs({
  paths: 'size(4cm); draw((0,0)--(1,1)--(1,0)--cycle); fill(circle((2,0.5),0.4), lightblue);',
  nothing: '',
  'one dot': 'dot((0,0));',
  curves: 'size(5cm); draw((0,0)..controls (0,1) and (1,1)..(1,0)..tension 2..(2,1)..cycle, dashed+blue+2bp);',
  arrows: 'size(5cm); draw((0,0)--(3,1),Arrow); draw((0,1)--(3,2),Arrows(TeXHead)); draw((0,2)..(2,3),EndArcArrow);',
  clipping: 'size(4cm); fill(unitsquare,yellow); clip(circle((0.5,0.5),0.4)); label("in",(0.5,0.5));',
  'axial shading': 'size(4cm); axialshade(unitsquare,red,(0,0),blue,(1,1)); label("x",(0,0));',
  'radial shading': 'size(4cm); radialshade(unitcircle,yellow,(0,0),0,brown,(0,0),1);',
  'gouraud shading': 'size(4cm); gouraudshade((0,0)--(1,0)--(0,1)--cycle,new pen[]{red,green,blue});',
  lattice: 'size(4cm); latticeshade(unitsquare,new pen[][]{{red,blue},{green,white}});',
  opacity:
    'size(4cm); fill(unitcircle,red+opacity(0.5)); fill(shift(1,0)*unitcircle,blue+opacity(0.3)); label("a",(0,0));',
  patterns: 'import patterns; size(4cm); add("hatch",hatch(2mm)); fill(unitsquare,pattern("hatch"));',
  'even-odd': 'size(4cm); fill(unitcircle^^scale(0.5)*unitcircle,evenodd+red);',
  cmyk: 'size(4cm); fill(unitcircle,cmyk(0.2,0.4,0.6,0.1)); label("c",(0,0),cmyk(1,0,0,0));',
  gray: 'size(4cm); fill(unitcircle,gray(0.3)); label("white",(0,0),gray(1));',
  'no size': 'draw((0,0)--(100,50)); label("here",(50,25),N);',
  units: 'unitsize(1cm); draw(box((0,0),(3,2))); dot("P",(1,1),NE);',
  'background box': 'size(4cm); draw(unitcircle); shipout(bbox(5mm,Fill(lightgray)));',
  'several files':
    'draw((0,0)--(50,0)); label("a",(0,0)); shipout("one"); erase(); draw((0,0)--(0,50)); label("b",(9,9)); shipout("two"); erase(); draw(scale(20)*unitcircle);',
  'the same file twice': 'draw((0,0)--(50,0)); label("a",(0,0)); shipout(); label("b",(20,20)); shipout();',
  'other format in code': 'settings.outformat="pdf"; draw((0,0)--(50,50)); label("x",(0,0));',
  'png in code': 'settings.outformat="png"; draw((0,0)--(50,50)); label("x",(0,0));',
  'format of a shipout': 'label("x",(0,0)); draw((0,0)--(9,9)); shipout("other",format="pdf");',
  'kept steps': 'settings.keep=true; draw((0,0)--(50,50)); label("x",(0,0));',
  'a file that Ghostscript looks for': {
    source:
      'file f=output("Fontmap"); write(f,"(nothing) quit",suffix=endl); close(f); draw((0,0)--(50,50)); label("x",(0,0));',
    format: 'pdf',
  },
  'another paper': { source: 'settings.paper="a4"; draw((0,0)--(50,50)); label("x",(0,0));', format: 'pdf' },
  'a fine png': { source: 'settings.render=4; draw((0,0)--(50,50)); label("x",(0,0));', format: 'png' },
  'words for Ghostscript': {
    source: 'settings.gsOptions="-dUseCropBox"; draw((0,0)--(50,50)); label("x",(0,0));',
    format: 'pdf',
  },
  'no TeX': { source: 'settings.tex="none"; draw((0,0)--(50,50)); label("x",(0,0));', format: 'pdf' },
  'other TeX in code': 'settings.tex="pdflatex"; draw((0,0)--(50,50)); label("$x^2$",(0,0));',
  graph:
    'import graph; size(7cm,5cm,IgnoreAspect); draw(graph(sin,0,6),red,"$\\sin x$"); draw(graph(cos,0,6),blue,"$\\cos x$"); xaxis("$x$",BottomTop,LeftTicks); yaxis("$y$",LeftRight,RightTicks); add(legend(),point(E),20E);',
  'graph with words':
    'import graph; size(7cm,5cm,IgnoreAspect); draw(graph(exp,0,2)); xaxis("time $t$ in seconds",Bottom,LeftTicks); yaxis("distance",Left,RightTicks); label("$e^t$",(1,exp(1)),NW);',
  'logarithmic graph':
    'import graph; size(7cm,5cm,IgnoreAspect); scale(Log,Log); draw(graph(new real(real x){return x^2;},0.1,100)); xaxis("$x$",BottomTop,LeftTicks); yaxis("$x^2$",LeftRight,RightTicks);',
  'polar graph':
    'import graph; size(5cm); draw(polargraph(new real(real t){return cos(3t);},0,pi)); xaxis("$x$",Arrow); yaxis("$y$",Arrow);',
  geometry:
    'import geometry; size(5cm); triangle t=triangleabc(4,5,6); draw(t); label(t,alignFactor=2); draw(incircle(t),red);',
  markers:
    'import markers; size(5cm); draw((0,0)--(2,1),StickIntervalMarker(1,2,red)); markangle("$\\theta$",(1,0),(0,0),(1,1));',
  contour:
    'import contour; size(4cm); draw(contour(new real(real x,real y){return x^2+y^2;},(-2,-2),(2,2),new real[]{1,2}));',
  palette: 'import palette; size(5cm); real[][] m={{0,1},{2,3}}; image(m,(0,0),(1,1),Rainbow());',
  flowchart:
    'import flowchart; block a=rectangle("start",(0,0)); block b=diamond("ok?",(0,-2cm)); draw(a); draw(b); add(new void(picture p,transform t){draw(p,path(new pair[]{a.bottom(t),b.top(t)},Vertical),Arrow);});',
  tree: 'import drawtree; treeLevelStep=2cm; TreeNode r=makeNode("root"); makeNode(r,"left"); makeNode(r,"right"); draw(r,(0,0));',
  statistics:
    'import stats; import graph; size(6cm,4cm,IgnoreAspect); srand(7); real[] a=sequence(new real(int){return Gaussrand();},200); histogram(a,-3,3,12,low=0); xaxis(Bottom,LeftTicks); yaxis(Left,RightTicks);',
  'flat 3D': 'import three; settings.render=0; settings.prc=false; size(4cm); draw(unitbox); label("$O$",O);',
  'another name': {
    source: 'import graph; size(4cm); draw(graph(sin,0,6)); label("$x$",(0,0)); write(outname());',
    main: 'figure-2.asy',
  },
  // Of xelatex the minute is in its files.
  'a chosen engine': {
    source: 'size(4cm); draw((0,0)--(1,1)); label("$x^2$",(0,0));',
    engine: 'pdflatex',
    format: 'pdf',
  },
  'finer pixels': {
    source: 'size(4cm); fill(circle((0,0),1),red); label("$x^2$",(0,0)); write(settings.render);',
    format: 'png',
    render: 4,
  },
  'flat 3D by an option': {
    source: 'import three; size(4cm); draw(unitbox); label("$O$",O); write(settings.render);',
    render: 0,
  },
  'paths of letters between sizes of labels':
    'frame f; label(f,"$a$"); write(max(f)); fill(texpath("$b$")[0]); label(f,"$c$",(9,9)); write(max(f)); add(f);',
  'a scene with axes': {
    source: 'import graph3; size(5cm); draw(unitsphere,red); xaxis3("$x$",OutTicks());',
    format: 'html',
  },
  'a scene': { source: 'import three; size(4cm); draw(unitsphere,red); label("$O$",O);', format: 'html' },
  'a scene, v3d': { source: 'import three; size(4cm); draw(unitsphere,red);', format: 'v3d' },
  rotated: 'size(5cm); for(int i=0;i<12;++i) label(rotate(30*i)*"turned",dir(30*i));',
  'rotated by quarters':
    'for(int i=0;i<4;++i) label(rotate(90*i)*"$\\frac{a}{b}$",40*dir(90*i),red); label(Label("up",Rotate(N)),(9,9)); draw((-50,-50)--(50,50));',
  'scaled and mirrored':
    'label(scale(2)*"big",(0,0)); label(reflect((0,0),(0,1))*"mirror",(0,30)); label(xscale(0.5)*"thin",(0,-30)); draw((0,0)--(50,0));',
  'far away': 'label("far",(3000,4000)); label(rotate(90)*"near",(0.1,0.2)); draw((0,0)--(9,9));',
  'many labels': 'size(8cm); for(int i=0;i<12;++i) for(int j=0;j<12;++j) label("$a_{"+string(i)+string(j)+"}$",(i,j));',
  'random, but seeded': 'size(4cm); srand(42); for(int i=0;i<20;++i) dot((unitrand(),unitrand())); label("r",(0,0));',
});
