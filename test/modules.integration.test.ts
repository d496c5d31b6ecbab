import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

/** Our own modules, with programs in the style of those who know modules of these names. */

const folder = mkdtempSync(path.join(tmpdir(), 'asyground-modules-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function asy(code: string): string {
  const { stdout, stderr, status } = spawnSync('asy', ['-f', 'svg', '-o', 'out', '-'], {
    cwd: folder,
    input: code,
    encoding: 'utf8',
    env: { ...process.env, ASYMPTOTE_DIR: path.resolve('modules'), HOME: folder, ASYMPTOTE_HOME: `${folder}/.asy` },
  });
  expect([status, stderr]).toEqual([0, '']);
  return stdout;
}

function drawn(code: string): void {
  rmSync(path.join(folder, 'out.svg'), { force: true });
  asy(code);
  expect(readdirSync(folder)).toContain('out.svg');
}

describe('olympiad', () => {
  const triangle = 'import olympiad; pair A=(0,0), B=(14,0), C=(5,12);';

  it('knows the points of a triangle with sides 13, 14 and 15', () => {
    const points = 'foot(C,A,B), circumcenter(A,B,C), incenter(A,B,C), orthocenter(A,B,C), 3*centroid(A,B,C)';
    const written = asy(`${triangle} for(pair P : new pair[] {${points}}) write(round(1000*P.x), round(1000*P.y));`);
    const numbers = written.match(/-?\d+/g)?.map((number) => Number(number) / 1000);
    expect(numbers).toEqual([5, 0, 7, 4.125, 6, 4, 5, 3.75, 19, 12]);
    expect(asy(`${triangle} write(inradius(A,B,C), circumradius(A,B,C));`).trim()).toMatch(/^4\s+8\.125$/);
  });

  it('judges positions', () => {
    const judged = asy(`${triangle}
      write(collinear(A,B,(3,0)), collinear(A,B,C));
      write(cyclic(dir(10),dir(80),dir(200),dir(300)), cyclic(A,B,C,(1,1)));
      write(concurrent(A,foot(A,B,C),B,foot(B,C,A),C,foot(C,A,B)), concurrent(A,B,B,C,C,A));
      write(abs(tangent((13,0),(0,0),5)-(13,0)));`);
    expect(judged.split(/\s+/).filter(Boolean)).toEqual(['true', 'false', 'true', 'false', 'true', 'false', '12']);
  });

  it('finds a point beside a segment and beside a circle', () => {
    const found = asy(`import olympiad; write(bisectorpoint((4,0),(0,0)), tangent((1,0),(3,4),9));
      write(tangent((13,0),(0,0),5).y > 0, tangent((13,0),(0,0),5,2).y < 0);`);
    expect(found.split(/\s+/).filter(Boolean)).toEqual(['(2,1)', '(3,4)', 'true', 'true']);
  });

  it('marks angles with paths of their usual shapes', () => {
    const corner = '(9,0),(0,0),(0,9)';
    const shapes = asy(`import olympiad; path square=rightanglemark(${corner});
      path sector=anglemark(${corner}), band=anglemark(${corner},8,12), three=anglemark(${corner},8,12,16);
      write(length(square) == 2 && !cyclic(square) && cyclic(sector) && cyclic(band) && cyclic(three));
      pair near=dir(45)*0.1, far=dir(45)*0.3;
      write(inside(sector,near), inside(band,near), inside(three,near) && !inside(three,far));
      write(intersect(band,(-1,-1)--near).length == 0, intersect(sector,(-1,-1)--near).length == 2);`);
    expect(shapes.split(/\s+/).filter(Boolean)).toEqual(['true', 'true', 'false', 'true', 'true', 'true']);
  });

  it('marks angles, right angles and equal lengths', () => {
    drawn(`import olympiad; size(150); pair A=(0,0), B=(4,0), C=(1,3);
      draw(A--B--C--cycle); draw(circumcircle(A,B,C)); draw(incircle(A,B,C)); draw(C--foot(C,A,B));
      draw(rightanglemark(C,foot(C,A,B),B,6)); draw(anglemark(B,A,C,10,12)); add(pathticks(A--B,2,0.5,3,6));
      filldraw(anglemark(C,B,A),lightgray); draw(B--bisectorpoint(A,B,C)); dot(waypoint(A--B,0.3));`);
  });
});

describe('cse5', () => {
  it('draws, names and gives back', () => {
    drawn(`import cse5; import olympiad; size(150); pathpen=black+linewidth(0.7); pointpen=black;
      pair A=D(MP("A",(0,0),SW)), B=D(MP("B",(4,0),SE)), C=D("C",(1,3),N);
      D(A--B--C--cycle); D(circumcircle(A,B,C),dashed); D(CR(A,1)); D(CP(A,C,-20,80),red); D(A..B..C,EndArrow);
      MC("x",A--B,S); MC("y",D(A--C),0.3,W); D(IPs(CR(A,2),circumcircle(A,B,C)),blue); MA("\\\\theta",B,A,C,0.7);
      D(rightanglemark(A,foot(C,A,B),C,5)); D(WP(A--B,0.3)); D("$m$",B--C,NE);`);
  });

  it('brings what its programs take for granted', () => {
    const geometry = 'pair A=origin, B=(4,0), C=(1,3); draw(Circle(origin,1)^^Arc(origin,2,0,90)); dot(foot(C,A,B));';
    for (const module of ['olympiad', 'cse5', 'geometry; import olympiad'])
      drawn(
        `import ${module}; size(4cm); ${geometry} draw(rightanglemark(C,foot(C,A,B),B)); draw(circumcircle(A,B,C));`,
      );
    drawn(`import cse5; size(4cm); pointfontsize=8; D(MP("A",origin,SW)); DPA((0,0)--(1,1)^^(0,1)--(1,0),red);`);
  });

  it('draws programs as they are published', () => {
    drawn(`import cse5; import olympiad; size(8cm); pathpen=black+linewidth(0.7); pointpen=black; pen s=fontsize(8);
      pair B=(0,0),C=(5,0),A=(4,4),P=(A+B)/2,M=(B+C)/2,N=(A+C)/2,D=IP(A--M,P--P+5*(P-bisectorpoint(A,B)));
      D(MP("A",A,(0,1),s)--MP("B",B,SW,s)--MP("C",C,SE,s)--A--MP("M",M,s)); D(D(MP("D",D,SE,s))--MP("P_1",P,W,s));
      DrawPathArray(A--N^^B--N,rgb(1,0.4,0.1)); Drawing(A--B--C--cycle); D("T_2",N,dir(290)); D(A--B,s,EndArrow);`);
    drawn(`import cse5; size(6cm); MP(90,"y",(0,1),8,W); MC(45,"x^2",9,origin--(1,1),0.3,NW,red); MC("l",origin--(1,0));
      MA("\\theta",(1,0),origin,(0,1),0.4,3); MA((1,0),origin,(0,1),0.3,9,lightgreen); dot(MA((1,0),origin,(0,1),1));
      add(shift(3,0)*CC()); D(L(1,origin,(2,0),1,1)); D(CR(origin,1,0,90)); D(CP(origin,(2,0)),red);`);
  });

  it('knows geometry beside it', () => {
    drawn(`import olympiad; import cse5; import geometry; size(6cm); pair A=dir(120), B=dir(210), C=dir(330);
      pair I=incenter(A,B,C), D=foot(I,A,B); draw(incircle(A,B,C)); draw(rightanglemark(B,D,I,1.5)); D(A--I--B);`);
  });

  it('has the colors, sizes and directions that its programs set or leave out', () => {
    const pens = 'pointpen == red, pathpen == blue, pathfontpen == magenta, anglepen == green, anglefontpen == red';
    expect(asy(`import cse5; write(${pens}, pointfontpen == black);`).match(/true/g)).toHaveLength(6);
    expect(asy('import cse5; write(pointfontsize, pathfontsize, anglefontsize);').trim()).toMatch(/^11\s+13\s+9$/);
  });

  it('finds where paths meet', () => {
    const found = asy(`import cse5; path g=CR((0,0),5), h=L((-3,4),(3,4),1,1);
      write(abs(IP(h,g)-(-3,4)) < 1e-6, abs(OP(h,g)-(3,4)) < 1e-6, IPs(g,h).length == 2);
      write(abs(point(h,0)-(-9,4)) < 1e-6, abs(WP(h,0.5)-(0,4)) < 1e-6);`);
    expect(found.match(/true/g)).toHaveLength(5);
  });
});

describe('TrigMacros', () => {
  it('draws axes of functions and of complex numbers', () => {
    drawn(`import TrigMacros; size(300,150,IgnoreAspect);
      real f(real x) {return 2*sin(3*x+pi)+1;}
      draw(graph(f,-2*pi,2*pi,n=200,join=operator ..),red);
      trig_axes(-2*pi,2*pi,-3,4,pi/2,1); layer(); rm_trig_labels(-3,3,2); label("$1$",(0,1),E);`);
    drawn(`import TrigMacros; size(150); rr_cartesian_axes(-3,5,-4,4,complexplane=true,usegrid=true);
      draw(Circle((1,0),2),blue);`);
    drawn('import TrigMacros; size(150); rr_cartesian_axes(-3,5,-4,4,useticks=true,usegrid=false);');
  });
});

it('unicode lets labels have letters as they are typed', () => {
  drawn('import unicode; label("Größe, élève, łódź: α ≤ √2, 90°, Δ → ∞, ∠ABC, $x² ∈ ℝ$");');
});

it.each(['xelatex', 'lualatex'])('unicode does the same with %s, and tells of a letter that no font has', (engine) => {
  const start = `settings.tex="${engine}"; import unicode;`;
  drawn(`${start} label("Größe, łódź, Жё Ωα ≤ √2, 90°, $α ≤ v_{ср}, x² ∈ ℝ$");`);
  expect(() => asy(`${start} label("中");`)).toThrow();
});
