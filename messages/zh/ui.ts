import type { Translation } from '../translation';
import type { ui as english } from '../en/ui';

export const ui = {
  parts: {
    comparison: '比较视图',
    fullEditor: '完整编辑器',
    menu: '菜单',
    page: '页面的一部分',
    shell: 'Shell',
  },
  crashed: '{what}出错了。页面的其余部分仍可使用，您的代码已保存。',
  reload: '重新加载',
  notLoaded: '{what}无法加载。请检查网络连接。',
  goBack: '返回',
  copyLabel: '复制 {label}',
  copied: '已复制',
  dismiss: '关闭通知',
} satisfies Translation<typeof english>;
