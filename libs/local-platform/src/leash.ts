import { spawn } from 'node:child_process'

/**
 * Ends a server when this process is gone, however it went, kill -9 included: a shell waits on a pipe that only we
 * hold, and its end is our end. Servers that know nothing of us (Postgres, NATS) would otherwise run on.
 * @returns lets go: the server is no longer ended
 */
export function leash(pid: number, signal: 'INT' | 'TERM'): () => void {
  const script = 'read -r released; [ -n "$released" ] || kill -s "$1" "$2"'
  const watcher = spawn('/bin/sh', ['-c', script, 'leash', signal, String(pid)], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    // In a session of its own: Ctrl-C must not end the one who is to clean up after us.
    detached: true,
  })
  watcher.on('error', () => {})
  watcher.stdin.on('error', () => {})
  watcher.unref()
  if ('unref' in watcher.stdin && typeof watcher.stdin.unref === 'function') watcher.stdin.unref()
  return () => watcher.stdin.end('released\n')
}
