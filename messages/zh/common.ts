import type { Translation } from '../translation';
import type { common as english } from '../en/common';

export const common = {
  cancel: '取消',
  close: '关闭',
  copy: '复制',
  delete: '删除',
  download: '下载',
  retry: '重试',
  language: '语言',
  crash: {
    title: '出错了',
    text: '页面崩溃了。您的代码已保存在此浏览器中。',
    download: '下载代码',
    openPlayground: '打开编辑器',
  },
  unreachable: '无法连接到服务器。',
} satisfies Translation<typeof english>;
