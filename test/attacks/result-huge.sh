# tries: a result too large to be carried
# from: memory exhaustion in proxies
tried result-huge
(echo '<svg>'; head -c 31000000 /dev/zero | tr '\0' 'x'; echo '</svg>') > huge.svg
