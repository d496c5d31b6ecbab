/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Built once for every path: platform/pages.ts makes a copy for the one that BASE_PATH names.
  basePath: process.env.NEXT_PUBLIC_BASE_PATH || undefined,
  distDir: process.env.ASYGROUND_PAGES || '.next',
  // Pages are behind our own compression-free loopback or a proxy that compresses; one place decides.
  compress: true,
  // Pictures are sent as they are; nobody may have them scaled here.
  images: { unoptimized: true },
  experimental: {
    // A page is loaded when it is first asked for: the service is back sooner after a kill.
    preloadEntriesOnStart: false,
    // Whatever Next logs it looks up in them, and with megabytes of them a front stands still for seconds.
    turbopackSourceMaps: process.env.NODE_ENV !== 'production',
  },
  // Types are checked by `npm run check`, over everything and once.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['bullmq', 'ioredis', 'pino', 'ws', 'socket.io', 'fastify'],
  // Key maps are written against a Monaco of their own; they get the one that the page has loaded.
  turbopack: {
    resolveAlias: {
      // The file for browsers, also where the page is drawn on the server, which never runs it.
      'monaco-vim': './node_modules/monaco-vim/dist/monaco-vim.umd.js',
      'monaco-editor': './components/editor/loadedMonaco.ts',
      'monaco-editor/esm/vs/editor/editor.api': './components/editor/loadedMonaco.ts',
    },
  },
  async headers() {
    // Each carries its version in its address.
    return ['/monaco/:version/:rest*', '/language/:version/:rest*', '/gallery/:rest*'].map((source) => ({
      source,
      headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
    }));
  },
};
