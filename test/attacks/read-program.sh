# tries: find the server's own program, configuration and data
# from: path traversal into application folders
hidden program-files . find / -xdev '(' -name supervisor.mjs -o -name 'worker.mjs' -o -name redis.sock -o -name 'appendonly*' -o -name keeper.sock ')'
hidden other-mounts . find / '(' -name supervisor.mjs -o -name redis.sock -o -name '.env' ')' -not -path '/proc/*'
