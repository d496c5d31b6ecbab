/** @type {import('next').NextConfig} */
export default {
  poweredByHeader: false,
  // Pages are behind our own compression-free loopback or a proxy that compresses; one place decides.
  compress: true,
  // Types are checked by `npm run check`, over everything and once.
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ['bullmq', 'ioredis', 'pino', 'ws', 'socket.io', 'fastify'],
  async headers() {
    // Each carries its version in its address.
    return ['/monaco/:version/:rest*', '/language/:version/:rest*', '/gallery/:rest*'].map((source) => ({
      source,
      headers: [{ key: 'cache-control', value: 'public, max-age=31536000, immutable' }],
    }));
  },
};
