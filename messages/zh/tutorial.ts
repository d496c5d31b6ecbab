import type { Translation } from '../translation';
import type { tutorial as english } from '../en/tutorial';

export const tutorial = {
  label: '教程',
  heading: '{number, number}. {title}',
  progress: '第 {number, number} 步，共 {count, number} 步',
  close: '关闭教程',
  closeHint: '关闭（进度已保存）',
  done: '已完成：',
  toDo: '待完成：',
  back: '上一步',
  showMe: '显示答案',
  next: '下一步',
  skip: '跳过',
  finish: '完成',
  steps: {
    line: {
      title: '线段',
      about: '程序由一条条命令组成，每条命令以分号结尾。点是一对数；`--` 将点连接起来。',
      task: '连接这两个点。在新的一行输入：`draw((0, 0) -- (4, 2));`',
    },
    closedPath: {
      title: '闭合路径',
      about: '路径可以包含任意多个点。使用 `cycle` 回到起点。',
      task: '把线段改成三角形，并去掉两个点：`draw((0, 0) -- (4, 0) -- (1, 3) -- cycle);`',
    },
    names: {
      title: '为点命名',
      about: '多次使用的东西都可以起个名字。点的类型是 `pair`：`pair A = (0, 0);`',
      task: '将三个顶点命名为 A、B 和 C，并绘制 `A -- B -- C -- cycle`。',
    },
    dragging: {
      title: '拖动一个点',
      about:
        '图形与代码是一体的。点击图形可找到绘制它的那一行。把指针移到顶点上会出现控制点，拖动它就会改变代码中的数字。',
      task: '把最上面的顶点拖到底边中点的正上方。',
    },
    labels: {
      title: '标签',
      about: '标签是位于某点的 TeX 文本，可向某个方向偏移，例如 `N`、`SW` 或 `E`。公式写在美元符号之间。',
      task: '为三个顶点添加标签，从这里开始：`label("$A$", A, SW);`',
    },
    pens: {
      title: '画笔',
      about: '画笔组合了颜色、粗细和虚线样式：`red + dashed + linewidth(1)`。',
      task: '用画笔绘制三角形：在 `cycle` 后面加上逗号和 `blue + linewidth(1)`。',
    },
    filling: {
      title: '填充',
      about: '`fill` 为闭合路径的内部上色。后面的命令绘制在前面的命令之上。',
      task: '在绘制三角形之前先填充它：`fill(A -- B -- C -- cycle, palecyan);`',
    },
    curves: {
      title: '曲线',
      about: '用 `..` 代替 `--` 可得到平滑曲线。`circle` 和 `arc` 是内置函数。',
      task: '以 A 为圆心画一个圆：`draw(circle(A, 0.5), red);`',
    },
    loops: {
      title: '循环',
      about: '循环对每个数重复执行一条命令：`for (int i = 0; i < 5; ++i) ...`',
      task: '用循环执行 `dot((i, 0));`，在底边上画出一排点。',
    },
    functions: {
      title: '自定义函数',
      about: '函数有类型、名称和参数，并返回一个值。',
      task: '编写一个返回两点中点的函数，然后从 C 到 A 和 B 的中点画一条线。',
    },
    sliders: {
      title: '滑块',
      about: '带有注释 `// slider 0..2 step 0.1` 的数值会在代码下方显示滑块。',
      task: '将半径改成名为 `r` 的滑块，在 `circle(A, r)` 中使用它，然后拖动滑块。',
    },
  },
} satisfies Translation<typeof english>;
