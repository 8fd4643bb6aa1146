import { readFile } from 'node:fs/promises'

/** Scripts of the page and its worker, which run isolated from everything else. */
export interface RunnerScripts {
  frame: string
  worker: string
}

/** Reads the scripts once; in the source they are modules, in the browser each set shares one scope. */
export async function readRunnerScripts(): Promise<RunnerScripts> {
  const [report, frame, worker] = await Promise.all(
    [
      new URL('./page/report.js', import.meta.url),
      new URL('./page/frame.js', import.meta.url),
      new URL('./page/worker.js', import.meta.url),
    ].map(async (file) => (await readFile(file, 'utf8')).replace(/^import .*$|^export /gm, '')),
  )
  return { frame: `${report}\n${frame}`, worker: `(() => {\n${report}\n${worker}\nstartWorker()\n})()` }
}

/** The one page of the runner's origin. It accepts messages from pages of `platform` only. */
export function runnerPage({ frame, worker }: RunnerScripts, platform: string): string {
  const settings = inScript({ platform, workerSource: worker })
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Code runner</title></head>
<body><script>(() => {
${frame}
startFrame(${settings})
})()</script></body>
</html>
`
}

/**
 * Allows everything that challenge code needs, and nothing that leaves the frame. Forms may be submitted to the
 * code's own listeners, never to a URL; `sandbox` also applies when the page is opened outside a frame.
 */
export function runnerPolicy(platform: string): string {
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline' 'unsafe-eval' blob:",
    'worker-src blob:',
    "style-src 'unsafe-inline'",
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    // All markup passes through the policy in frame.js: see closeNetwork.
    "require-trusted-types-for 'script'",
    'trusted-types default',
    `frame-ancestors ${platform}`,
    'sandbox allow-scripts allow-forms',
  ].join('; ')
}

/** JSON that can't contain `</script>`. */
const inScript = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c')
