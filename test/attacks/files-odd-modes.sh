# tries: leave files and folders with odd modes and times
# from: clean-up and readers that trust modes
tried odd-modes
echo '<svg></svg>' > sticky.svg; chmod 7777 sticky.svg; mkdir sticky; chmod 1000 sticky; touch -d 2500-01-01 sticky.svg; touch -d 1901-01-01 old.svg; mkdir shut; chmod 0 shut
tried odd-umask
(umask 0777; echo '<svg></svg>' > nobody.svg)
