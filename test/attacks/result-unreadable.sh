# tries: a result that cannot be read, in a folder that cannot be entered
# from: clean-up that stops at the first error
tried result-unreadable
echo '<svg></svg>' > hidden.svg; chmod 000 hidden.svg; mkdir locked; chmod 000 locked
