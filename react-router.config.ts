import type { Config } from '@react-router/dev/config'

export default {
  appDirectory: 'app',
  buildDirectory: process.env.BUILD_DIRECTORY ?? 'build',
  ssr: true,
  // A clientLoader in a file of its own would be waited for all the same; looking for them takes a seventh of the build.
  splitRouteModules: false,
  // server/origin-check.ts decides, in one place, which origins may post; the framework's own check knows neither proxies nor the
  // payment gateway's return.
  allowedActionOrigins: ['**'],
} satisfies Config
