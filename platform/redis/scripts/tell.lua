-- Says something to the one who reads KEYS[1], a list or a stream, in one command. What nobody reads goes away by itself.
-- ARGV: how long it stays unread in seconds, the command that writes, and what that takes after the key.
redis.call(ARGV[2], KEYS[1], unpack(ARGV, 3))
redis.call('EXPIRE', KEYS[1], ARGV[1])
