import type { Translation } from '../translation';
import type { terminal as english } from '../en/terminal';

export const terminal = {
  output: '输出',
  noOutput: '没有输出。write() 的文本会显示在这里。',
  starting: '正在启动 Shell…',
  help: 'Asymptote Shell。上箭头：历史记录。Tab：补全。Ctrl+C：中断。Ctrl+D：退出。',
  wayOut: 'Shell。Tab 补全名称。要离开，请先按 Escape 再按 Tab。',
  transcript: 'Shell 记录',
  reconnect: '重新连接',
  load: '加载 {name}',
  loadHint: '在 Shell 中运行 {name}，以便使用其中的定义',
  fresh: '已用当前文件打开新的 Shell。',
  andMore: '另有 {count, number} 个',
  warnings: {
    busy: '服务器繁忙：此 Shell 可能会被停止。您的命令不会丢失。',
    draining: '此 Shell 所在的服务器即将关闭。您的命令不会丢失。',
  },
  ended: {
    lost: '与 Shell 的连接已断开。',
    normal: 'Shell 已结束。',
    allInUse: '所有 Shell 均在使用中。请稍后重试。',
    halted: 'Shell 已停止：服务器繁忙。您的命令没有丢失。',
    idle: 'Shell 空闲 {minutes, plural, other {# 分钟}}后已结束。',
    limit: '{title}。',
    limitAndAdvice: '{title}。{advice}',
    replay: '{why}按 Enter 重新连接并重放您的命令。',
    again: '{why}按 Enter 打开新的 Shell。',
  },
} satisfies Translation<typeof english>;
