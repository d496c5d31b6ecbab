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
  unreachable: '无法连接到服务器。',
} satisfies Translation<typeof english>;
