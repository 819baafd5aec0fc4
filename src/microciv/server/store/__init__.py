"""What outlives the process. Modules named `…_sql` are the operations on one domain's rows; `store`
runs them, on SQLite or PostgreSQL.
"""
